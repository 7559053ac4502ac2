/** What an operator did wrong, in a sentence that says what to do; the command ends with this exit code, 2 for arguments. */
export class OperatorError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}
