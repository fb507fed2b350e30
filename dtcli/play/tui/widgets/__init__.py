"""What the screens are made of: functions that draw a value, and the widget that shows it."""
