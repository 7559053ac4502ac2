/** What an API process of the campus is told beside its settings. */
export interface CampusTimes {
  readonly announceMs: number;
  readonly patienceMs?: number | undefined;
}
