/** What an API process of the campus gets besides its settings. */
export interface CampusTimes {
  readonly announceMs: number;
  readonly patienceMs?: number | undefined;
  /** Where the push service of the campus listens. */
  readonly pushPort: number;
}

/** The address that phones of the campus name for their alerts. */
export const PUSH_ORIGIN = 'https://push.campus.edu';
