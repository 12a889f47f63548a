"""The command line: one file a verb, one for what verdicts look like. Nothing else imports it."""
