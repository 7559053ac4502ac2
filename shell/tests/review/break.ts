/** One way to put a bug of the student's review back, and the test that has to see it. */
export interface Break {
  readonly bug: number;
  readonly name: string;
  /** The file that is changed; the room of a screen is built again. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly from: string;
  readonly to: string;
  /** The beginning of the test's title. */
  readonly test: string;
}
