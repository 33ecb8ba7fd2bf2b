"""Calendar 暦の言葉: names of the weekdays and months; Monday and January come first."""

WEEKDAYS_JA = "月火水木金土日"
WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS_EN = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
SHORT_CHARS = 3
"""Letters of a short English name: `Mon`, `Jan`."""
