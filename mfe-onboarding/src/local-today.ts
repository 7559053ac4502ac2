/** Today's calendar date on the student's clock, YYYY-MM-DD. */
export const localToday = (): string => new Date().toLocaleDateString('en-CA');
