"""Gives ruined text its words back: every change is a repair with a reason, a confidence and a runner-up."""
