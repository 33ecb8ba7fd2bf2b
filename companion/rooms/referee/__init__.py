"""Referee 審判 (GM): is it possible here?"""
