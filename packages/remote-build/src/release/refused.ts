/** A refusal in a sentence for whoever gave the command. */
export class ReleaseRefused extends Error {}
