/** Explains `npx flint operate safety`; apart, so that reading it loads nothing else. */
export const HELP = `npx flint operate safety --as NAME                  reports and appeals that wait, the most serious first
npx flint operate safety --all                     also decided ones
npx flint operate safety show <id>                 one report, with the offer or the card
npx flint operate safety decide <id> upheld|dismissed|false --seen NUMBER --as NAME [--reason "what the person is told"] [--note "for us"]
                                            [--measure none|warning|suspension|ban]
npx flint operate safety proposal <id> approve|back --seen NUMBER --as NAME   answers a proposed ban; only another operator can approve it
npx flint operate safety appeal <id> upheld|overturned --as NAME
npx flint operate safety operators [add|remove NAME]   who may do this; each has a secret of their own
npx flint operate safety operators reset NAME       removes a lost second factor of the desk; the operator sets up a new one with the secret
npx flint operate safety account export <address> --file <new file> --reason "why"   the copy of their data, for a student who cannot sign in
npx flint operate safety account erase <address> --reason "why"              deletes the account, as Settings does
npx flint operate safety account sign-out <address>|everybody --reason "why"   ends sessions, in all browsers
npx flint operate safety log                       everything operators read and decided, and whether a row was changed or removed

Every command takes your name by --as NAME; it asks for your secret, or reads it from FLINT_OPERATOR_SECRET or the file that --secret-file names.
The first operator is added without --as. The secret of any other new operator is typed, or in the file that --new-secret-file names.

--seen takes the number that show printed. After another word, offer or proposal it is another number, and a decision from the old one is refused.

A decision is written once. Upheld without --measure follows the ladder: a warning, seven days' suspension, a ban; the person gets --reason. A ban needs a
second operator. An age check that is upheld is always a ban. An appeal is decided by an operator who took no part in the decision. 'false' is for a report that was knowingly made up. Reports name people by their ids only, and no report alone suspends anyone.`;
