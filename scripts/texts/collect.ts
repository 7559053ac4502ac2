import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

interface Found {
  readonly text: string;
  readonly line: number;
}

export interface Texts {
  readonly translated: readonly Found[];
  /** Texts on screen that are not from the catalogue. */
  readonly bare: readonly Found[];
}

/** The index of the key argument; the key of a text with a number is its plural. */
const CALLS: Readonly<Record<string, number>> = { t: 0, message: 0, rich: 0, plural: 2 };

/** Functions that show their argument. */
const SHOWN_BY = new Set(['notify', 'setError', 'setNotice', 'announce']);

/** Visible or spoken attributes and properties. */
const SHOWN_AS = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'busyLabel',
  'closeLabel',
  'confirm',
  'description',
  'emptyText',
  'heading',
  'hint',
  'label',
  'message',
  'note',
  'placeholder',
  'submit',
  'submitLabel',
  'subtitle',
  'summary',
  'text',
  'title',
  'tooltip',
]);

const hasWords = (text: string) => /\p{L}{2}/u.test(text);

// swc publishes no types for its tree
// oxlint-disable-next-line typescript/no-explicit-any
type Node = { readonly type: string; readonly span?: { readonly start: number } } & Record<string, any>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The parts of an expression that are shown: both branches of a condition, the right side of `&&`, a template. */
function* shownParts(node: Node | null | undefined): Generator<Node> {
  switch (node?.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      yield node;
      break;
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
      yield* shownParts(node['expression']);
      break;
    case 'ConditionalExpression':
      yield* shownParts(node['consequent']);
      yield* shownParts(node['alternate']);
      break;
    case 'BinaryExpression':
      if (['&&', '||', '??', '+'].includes(node['operator'])) {
        if (node['operator'] !== '&&') yield* shownParts(node['left']);
        yield* shownParts(node['right']);
      }
  }
}

const textOf = (node: Node): string =>
  node.type === 'TemplateLiteral'
    ? node['quasis'].map((quasi: Node) => quasi['cooked'] ?? quasi['raw']).join('')
    : node['value'];

/** Reads one source file: its translated texts, and its untranslated ones. */
export function textsOf(path: string, source = readFileSync(path, 'utf8')): Texts {
  const translated: Found[] = [];
  const bare: Found[] = [];
  const module = parseSync(source, {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'es2022',
  }) as unknown as Node;
  const bytes = Buffer.from(source);
  // spans count bytes from 1, across files
  const first = module.span!.start - Math.max(0, Buffer.byteLength(source.slice(0, source.search(/\S/))));
  const lineOf = (node: Node) =>
    bytes
      .subarray(0, Math.max(0, (node.span?.start ?? first) - first))
      .toString()
      .split('\n').length;
  const flag = (node: Node | null | undefined) => {
    for (const part of shownParts(node)) {
      if (hasWords(textOf(part))) bare.push({ text: textOf(part), line: lineOf(part) });
    }
  };
  const nameOf = (node: Node): string => node['name']?.['value'] ?? node['value'] ?? '';

  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') {
      const callee: string = node['callee']?.['value'] ?? node['callee']?.['property']?.['value'] ?? '';
      const key = CALLS[callee];
      const args: Node[] = node['arguments'].map((argument: Node) => argument['expression']);
      const literal = key === undefined ? undefined : args[key];
      if (literal?.type === 'StringLiteral')
        translated.push({ text: literal['value'], line: lineOf(literal) });
      if (SHOWN_BY.has(callee)) flag(args[0]);
    } else if (node.type === 'JSXText' && hasWords(node['value'])) {
      bare.push({ text: node['value'].trim(), line: lineOf(node) });
    } else if (node.type === 'JSXAttribute' && SHOWN_AS.has(nameOf(node['name']))) {
      flag(node['value']);
    } else if (node.type === 'KeyValueProperty' && SHOWN_AS.has(nameOf(node['key']))) {
      flag(node['value']);
    } else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node['children']) if (child.type === 'JSXExpressionContainer') flag(child);
    }
    visitInner(node);
  };
  // arguments and bindings are wrapped in objects without a type
  const visitInner = (value: object): void => {
    for (const inner of Object.values(value)) {
      if (isNode(inner)) visit(inner);
      else if (typeof inner === 'object' && inner !== null) visitInner(inner);
    }
  };
  visit(module);
  return { translated, bare };
}
