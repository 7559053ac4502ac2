import { Binary } from 'bson';
import { Conversation } from '../auth/scram';
import { isDocument, type Document } from '../bson/values';
import { fail, MongoError } from '../errors';
import type { Handler, Request } from './request';
import type { Access } from './state';

const MECHANISM = 'SCRAM-SHA-256';
const CONVERSATION = 1;

const OPEN_TO_ALL = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'saslStart', 'saslContinue']);

/** Refuses (13) every command but greeting and login until the connection is authenticated. */
export function authorize({ name, connection: { access } }: Request) {
  if (!access.granted && !OPEN_TO_ALL.has(name))
    fail(13, `Command ${name} requires authentication: user and password of the embedded database.`);
}

const textOf = (payload: unknown) =>
  payload instanceof Binary ? Buffer.from(payload.value()).toString() : String(payload);
const reply = (text: string, done: boolean): Document => ({
  conversationId: CONVERSATION,
  done,
  payload: new Binary(Buffer.from(text)),
  ok: 1,
});

function start(access: Access, { mechanism, payload, options }: Document, database: string): Document {
  Object.assign(access, { conversation: undefined, proven: false });
  if (mechanism !== MECHANISM)
    fail(334, `Received authentication for mechanism ${String(mechanism)} which is not enabled`);
  const { credentials = fail(18, 'Authentication failed.') } = access;
  access.conversation = new Conversation(credentials, database, textOf(payload));
  access.short = isDocument(options) && options.skipEmptyExchange === true;
  return reply(access.conversation.challenge, false);
}

export const saslStart: Handler = ({ command, database, connection }) =>
  start(connection.access, command, database);

export const saslContinue: Handler = ({ command, connection: { access } }) => {
  const { conversation } = access;
  if (!conversation || command.conversationId !== CONVERSATION)
    return fail(17, 'No SASL session state found');
  if (access.proven) {
    Object.assign(access, { conversation: undefined, proven: false, granted: true });
    return reply('', true);
  }
  // every mistake ends the conversation: the next attempt has another nonce
  access.conversation = undefined;
  const proof = conversation.finish(textOf(command.payload));
  if (access.short) access.granted = true;
  else Object.assign(access, { conversation, proven: true });
  return reply(proof, access.short === true);
};

/** The authentication part of a greeting, with the response to a first message in it. */
export function greetingOf({ command, connection: { access } }: Request): Document {
  const { speculativeAuthenticate: early } = command as { speculativeAuthenticate?: unknown };
  const mechanisms = command.saslSupportedMechs === undefined ? {} : { saslSupportedMechs: [MECHANISM] };
  if (!isDocument(early) || early.saslStart === undefined) return mechanisms;
  try {
    return { ...mechanisms, speculativeAuthenticate: start(access, early, String(early.db)) };
  } catch (error) {
    // the greeting still gets its reply, and the client starts again
    if (error instanceof MongoError) return mechanisms;
    throw error;
  }
}
