/** A refusal with a sentence for the caller of the command. */
export class ReleaseRefused extends Error {}
