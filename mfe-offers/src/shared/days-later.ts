/** The same time of day that many days later on the reader's clock; a day with a clock change has 23 or 25 hours. */
export function daysLater(at: Date, days: number): Date {
  const later = new Date(at);
  later.setDate(at.getDate() + days);
  return later;
}
