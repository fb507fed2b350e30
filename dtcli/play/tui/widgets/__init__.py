"""The parts of the screens: functions that draw a value, and the widget that shows it."""
