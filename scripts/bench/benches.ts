/** One measurement: a script that prints its table and ends with exit code 0 when its goals are met. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  /** From the repository's root. */
  readonly file: string;
}

/** Every measurement of `npm run bench`, in the order of a full run. */
export const BENCHES: readonly Bench[] = [
  {
    name: 'page-weight',
    title: 'Page weight: script and requests before use, in a cold browser',
    file: 'scripts/bench/page-weight-cli.ts',
  },
  {
    name: 'composition',
    title: 'Separate builds: the screens federated beside the same screens in one build',
    file: 'scripts/bench/composition/main.ts',
  },
  {
    name: 'release',
    title: 'A release of a remote, until an open tab shows it, and its roll-back',
    file: 'scripts/bench/release.ts',
  },
  {
    name: 'interaction',
    title: 'Interactions of the journey with a processor four times slower',
    file: 'scripts/bench/interaction/main.ts',
  },
  {
    name: 'api',
    title: 'The whole stack of one request beside bare node:http: processor time, slowest hundredth',
    file: 'services/bench/api.ts',
  },
  {
    name: 'scale',
    title: 'What grows from 5,000 to 50,000 students',
    file: 'services/bench/scale.ts',
  },
  {
    name: 'round',
    title: 'The lists of a whole campus at 5,000 and 100,000 students',
    file: 'services/bench/round.ts',
  },
  {
    name: 'round-live',
    title: 'Requests beside a round at 5,000 students',
    file: 'services/bench/round-live.ts',
  },
  {
    name: 'day',
    title: 'Requests, bytes and processor time of a student’s day, by route',
    file: 'services/bench/day.ts',
  },
  {
    name: 'backup',
    title: 'Backup and restore at 5,000 and 50,000 students',
    file: 'services/bench/backup.ts',
  },
  {
    name: 'reseal',
    title: 'Another data key for 50,000 students',
    file: 'services/bench/reseal.ts',
  },
  {
    name: 'streams',
    title: 'Processor time and memory of 5,000 idle event streams',
    file: 'services/bench/streams.ts',
  },
  { name: 'photos', title: 'A photo through the server beside bare sharp', file: 'services/bench/photos.ts' },
  {
    name: 'database',
    title: 'The embedded database at 10,000 and 100,000 documents',
    file: 'packages/embedded-mongo/bench/main.ts',
  },
];
