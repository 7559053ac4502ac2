import { readFile } from 'node:fs/promises';
import { OperatorError } from './operator-error';

/** Whose secret is asked for: that of the operator who acts, the one of an operator they add, or the installation's. */
export type Whose = 'own' | 'new' | 'master';
export type AskSecret = (question: string, whose: Whose) => Promise<string>;

export interface SecretSources {
  readonly ownFile?: string;
  readonly newFile?: string;
  /** FLINT_OPERATOR_SECRET. */
  readonly variable?: string | undefined;
}

const readSecret = (file: string): Promise<string> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    ({ message }: Error) => {
      throw new OperatorError(`The file of the secret cannot be read: ${message}.`, 2);
    },
  );

/** Reads a secret from its own source, else has it typed: the secret of one operator must not become that of another. */
export const createAsk =
  (
    { ownFile = '', newFile = '', variable = '' }: SecretSources,
    type: (question: string) => Promise<string>,
  ): AskSecret =>
  async (question, whose) => {
    const file = { own: ownFile, new: newFile, master: '' }[whose];
    if (file) return readSecret(file);
    return (whose === 'own' && variable) || type(question);
  };
