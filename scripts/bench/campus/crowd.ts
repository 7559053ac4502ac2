import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from './stage';
import { Student, Tally } from './students';

export interface Crowd {
  readonly students: readonly Student[];
  /** Counts requests from here on. */
  count(): Tally;
  /** Ends the visits that run; resolves when every write has its answer. */
  rest(): Promise<void>;
  go(): void;
  /** Acknowledged writes that are not there. */
  lost(): Promise<string[]>;
  close(): Promise<void>;
}

/** Signs the students of the seeded campus in and lets them visit again and again; every third keeps an event stream. */
export async function startCrowd(stage: Stage, count: number, thinkMs: number): Promise<Crowd> {
  let tally = new Tally();
  const ended = new AbortController();
  const isOver = () => ended.signal.aborted;
  let hold: Promise<void> | null = null;
  let release = () => undefined as void;
  const accounts = stage.admin.collection('auth_users').find().sort({ email: 1 }).limit(count);
  const emails = (await accounts.toArray()).map(({ email }) => email as string);
  const students = emails.map((email, at) => new Student(stage, email, () => tally, at + 1));
  for (const student of students) await student.signIn();
  const visiting = new Set<Student>();
  const errors: unknown[] = [];
  const live = async (student: Student) => {
    while (!isOver()) {
      await hold;
      if (isOver()) return;
      visiting.add(student);
      await student.visit(thinkMs).catch((error: unknown) => errors.push(error));
      visiting.delete(student);
    }
  };
  const listen = async (student: Student) => {
    while (!isOver()) {
      await student.listen(AbortSignal.any([ended.signal])).catch(() => undefined);
      await wait(200);
    }
  };
  const lives = students.map(live);
  const streams = students.filter((_, at) => at % 3 === 0).map(listen);
  const go = () => {
    hold = null;
    release();
  };
  return {
    students,
    count: () => (tally = new Tally()),
    async rest() {
      hold ??= new Promise((resolve) => (release = resolve));
      while (visiting.size > 0) await wait(20);
      if (errors.length > 0) throw errors.shift();
    },
    go,
    async lost() {
      const all: string[] = [];
      for (const student of students) all.push(...(await student.lost(stage.ports)));
      return all;
    },
    async close() {
      ended.abort();
      go();
      await Promise.all([...lives, ...streams]);
    },
  };
}
