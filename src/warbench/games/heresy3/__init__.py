"""The Horus Heresy: Age of Darkness, 3rd edition: its attack sequence, special rules, facts and readings.

``scenario`` reads a question, ``answer`` answers it exactly, ``report`` says it as plain data.
"""
