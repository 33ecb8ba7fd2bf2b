"""Character 登場人物: belief, desire and intention under a personality, for actors of a scene."""
