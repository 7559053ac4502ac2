import { EJSON } from 'bson';
import mongoose, { type mongo } from 'mongoose';
import { matches } from './match';
import { NotRunnable, run } from './operations';

type Document = mongo.Document;
type Entities = Map<string, object>;

interface Operation {
  readonly object: string;
  readonly name: string;
  readonly arguments?: Document;
  readonly expectResult?: unknown;
  readonly expectError?: Document;
  readonly saveResultAsEntity?: string;
  readonly ignoreResultAndError?: boolean;
}

interface Content {
  readonly collectionName: string;
  readonly databaseName: string;
  readonly documents: readonly Document[];
}

interface Suite {
  readonly runOnRequirements?: readonly Document[];
  readonly createEntities?: readonly Record<string, Document>[];
  readonly initialData?: readonly Content[];
  readonly tests: readonly {
    readonly description: string;
    readonly skipReason?: string;
    readonly runOnRequirements?: readonly Document[];
    readonly operations: readonly Operation[];
    readonly outcome?: readonly Content[];
  }[];
}

/** `passed`; `refused` by a message that names the feature; `failed`; `not run` where the format, the server's version or the driver excludes it. */
export interface Outcome {
  readonly test: string;
  readonly result: 'passed' | 'refused' | 'failed' | 'not run';
  readonly why?: string;
}

const VERSION = [7, 0, 0];
const compareVersion = (text: string) => {
  const parts = text.split('.').map(Number);
  return VERSION.map((one, at) => one - (parts[at] ?? one)).find((order) => order !== 0) ?? 0;
};
const isMet = ({
  minServerVersion,
  maxServerVersion,
  topologies,
  auth,
  csfle,
  serverless,
  serverParameters,
}: Document) =>
  (!minServerVersion || compareVersion(String(minServerVersion)) >= 0) &&
  (!maxServerVersion || compareVersion(String(maxServerVersion)) <= 0) &&
  (!topologies || (topologies as string[]).includes('replicaset')) &&
  !auth &&
  !csfle &&
  serverless !== 'require' &&
  !serverParameters;
const isRunnable = (requirements?: readonly Document[]) => !requirements || requirements.some(isMet);

function optionsOf(given: Document = {}): Document {
  const { readPreference, ...others } = given;
  const mode = (readPreference as Document | undefined)?.mode as string | undefined;
  if (mode === undefined) return given;
  return { ...others, readPreference: mode[0]!.toLowerCase() + mode.slice(1) };
}

async function makeEntities(
  uri: string,
  specs: readonly Record<string, Document>[],
  known: Entities,
): Promise<void> {
  for (const [[kind, spec] = ['', {} as Document]] of specs.map((each) => Object.entries(each))) {
    const of = (name: string) => known.get(String(spec[name]));
    const make = async (): Promise<object> => {
      switch (kind) {
        case 'client':
          return new mongoose.mongo.MongoClient(uri, optionsOf(spec.uriOptions as Document)).connect();
        case 'database':
          return (of('client') as mongo.MongoClient).db(
            String(spec.databaseName),
            optionsOf(spec.databaseOptions as Document),
          );
        case 'collection':
          return (of('database') as mongo.Db).collection(
            String(spec.collectionName),
            optionsOf(spec.collectionOptions as Document),
          );
        case 'session': {
          const { defaultTransactionOptions, ...others } = (spec.sessionOptions ?? {}) as Document;
          return (of('client') as mongo.MongoClient).startSession({
            ...others,
            ...(defaultTransactionOptions && {
              defaultTransactionOptions: optionsOf(defaultTransactionOptions as Document),
            }),
          });
        }
        default:
          throw new NotRunnable(`entity ${kind}`);
      }
    };
    known.set(String(spec.id), await make());
  }
}

class Unexpected extends Error {}

function checkError(error: mongo.MongoServerError, expected: Document): void {
  const isServer = error instanceof mongoose.mongo.MongoServerError;
  const labels = (error as Partial<mongo.MongoError>).errorLabels ?? [];
  const code = error.code ?? (error as Document).writeConcernError?.code;
  const facts: Record<string, (wanted: never) => boolean> = {
    isError: () => true,
    isClientError: (wanted) => wanted === !isServer,
    errorCode: (wanted) => code === wanted,
    errorCodeName: (wanted) => error.codeName === wanted,
    errorContains: (wanted: string) => error.message.toLowerCase().includes(wanted.toLowerCase()),
    errorLabelsContain: (wanted: string[]) => wanted.every((label) => labels.includes(label)),
    errorLabelsOmit: (wanted: string[]) => !wanted.some((label) => labels.includes(label)),
    errorResponse: (wanted) => matches(wanted, error.errorResponse, new Map(), true),
    expectResult: (wanted) => matches(wanted, (error as Document).result ?? {}, new Map(), true),
  };
  const wrong = Object.keys(expected).find((name) => facts[name]?.(expected[name] as never) === false);
  if (wrong) throw Object.assign(new Unexpected(`${wrong} of ${error.message}`), { cause: error });
}

interface OwnArguments {
  readonly client: string;
  readonly failPoint: Document;
  readonly entities: readonly Record<string, Document>[];
  readonly session: string;
  readonly databaseName: string;
  readonly collectionName: string;
  readonly indexName: string;
  readonly state: string;
}

/** A runner's own operation; the pinning of sessions concerns sharded clusters. */
async function runOwn(
  uri: string,
  { name, arguments: args = {} }: Operation,
  known: Entities,
  admin: mongo.MongoClient,
): Promise<void> {
  const { client, failPoint, entities, session, databaseName, collectionName, indexName, state } =
    args as OwnArguments & Document;
  const names = async () =>
    (await admin.db(databaseName).listCollections().toArray()).map((each) => each.name);
  const indexes = async () =>
    (await admin.db(databaseName).collection(collectionName).indexes()).map((each) => each.name);
  const check = (isTrue: boolean) => {
    if (!isTrue) throw new Unexpected(name);
  };
  switch (name) {
    case 'failPoint':
      return void (await (known.get(client) as mongo.MongoClient).db('admin').command(failPoint));
    case 'createEntities':
      return makeEntities(uri, entities, known);
    case 'assertCollectionExists':
      return check((await names()).includes(collectionName));
    case 'assertCollectionNotExists':
      return check(!(await names()).includes(collectionName));
    case 'assertIndexExists':
      return check((await indexes()).includes(indexName));
    case 'assertIndexNotExists':
      return check(!(await names()).includes(collectionName) || !(await indexes()).includes(indexName));
    case 'assertSessionTransactionState':
      return check(
        String(
          (known.get(session) as unknown as { transaction: { state: string } }).transaction.state,
        ).includes(state.toUpperCase()),
      );
    default:
      throw new NotRunnable(name);
  }
}

async function step(
  uri: string,
  operation: Operation,
  known: Entities,
  admin: mongo.MongoClient,
): Promise<void> {
  const { object, name, expectError, expectResult, saveResultAsEntity, ignoreResultAndError } = operation;
  if (object === 'testRunner') return runOwn(uri, operation, known, admin);
  const { session, ...given } = operation.arguments ?? {};
  const on = known.get(object);
  if (!on) throw new NotRunnable(object);
  const args = { ...optionsOf(given), ...(session && { session: known.get(String(session)) }) };
  let result: unknown;
  try {
    result = await run(on, name, args);
  } catch (error) {
    if (error instanceof NotRunnable) throw error;
    if (ignoreResultAndError) return undefined;
    if (!expectError) throw error;
    return checkError(error as mongo.MongoServerError, expectError);
  }
  if (expectError) throw new Unexpected(`${name} was accepted`);
  if (saveResultAsEntity) known.set(saveResultAsEntity, result as object);
  if (expectResult !== undefined && !matches(expectResult, result, known, true))
    throw new Unexpected(`${name} returned ${EJSON.stringify(result)}`);
  return undefined;
}

/** The collections of a test, as it expects them before or after. */
async function fill(admin: mongo.MongoClient, contents: readonly Content[]): Promise<void> {
  for (const { databaseName, collectionName, documents } of contents) {
    const db = admin.db(databaseName);
    await db.dropCollection(collectionName).catch(() => undefined);
    await db.createCollection(collectionName);
    if (documents.length > 0)
      await db.collection(collectionName).insertMany(documents.map((one) => ({ ...one })));
  }
}
async function checkContents(admin: mongo.MongoClient, contents: readonly Content[]): Promise<void> {
  for (const { databaseName, collectionName, documents } of contents) {
    const found = await admin.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
    if (!matches(documents, found, new Map())) throw new Unexpected(`then ${EJSON.stringify(found)}`);
  }
}

const isRefusal = (error: unknown) =>
  /does not offer|not supported by the embedded|Unrecognized pipeline stage|no such command|unknown operator/.test(
    String((error as Error)?.message),
  ) ||
  /does not offer|not supported by the embedded/.test(String(((error as Error)?.cause as Error)?.message));

const LIMIT_MS = 10_000;
const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Unexpected('took too long')), LIMIT_MS).unref();
  });

/** Runs the tests of one file, each with entities and data of its own. Expected events are the driver's and not checked. */
export async function* runSuite(uri: string, file: string, text: string): AsyncGenerator<Outcome> {
  const suite = EJSON.parse(text) as Suite;
  const admin = await new mongoose.mongo.MongoClient(uri).connect();
  for (const { description, skipReason, runOnRequirements, operations, outcome } of suite.tests) {
    const test = `${file}: ${description}`;
    if (skipReason || !isRunnable(suite.runOnRequirements) || !isRunnable(runOnRequirements)) {
      yield { test, result: 'not run' };
      continue;
    }
    const known: Entities = new Map();
    try {
      const work = async () => {
        await fill(admin, suite.initialData ?? []);
        await makeEntities(uri, suite.createEntities ?? [], known);
        for (const operation of operations) await step(uri, operation, known, admin);
        await checkContents(admin, outcome ?? []);
      };
      await Promise.race([work(), late()]);
      yield { test, result: 'passed' };
    } catch (error) {
      const result = error instanceof NotRunnable ? 'not run' : isRefusal(error) ? 'refused' : 'failed';
      yield { test, result, why: (error as Error).message };
    }
    await admin.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
    for (const each of known.values()) if (each instanceof mongoose.mongo.MongoClient) await each.close();
  }
  await admin.close();
}
