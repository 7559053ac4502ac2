import { parseSync } from '@swc/core';

/** One change of a source: the text between two offsets is replaced. */
export interface Mutation {
  readonly kind: Kind;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The whole source with the change. */
  readonly source: string;
}

export const KINDS = [
  'amount',
  'order',
  'bound',
  'zone',
  'condition',
  'place of a text',
  'first for last',
  'missing call',
  'swapped argument',
] as const;
export type Kind = (typeof KINDS)[number];

interface Span {
  readonly span: { readonly start: number; readonly end: number };
}
// oxlint-disable-next-line typescript/no-explicit-any -- the parser's types name every member of every kind
type Node = Span & { readonly type: string } & Record<string, any>;

const OTHER: Readonly<Record<string, readonly [Kind, string]>> = {
  '<': ['bound', '<='],
  '<=': ['bound', '<'],
  '>': ['bound', '>='],
  '>=': ['bound', '>'],
  '&&': ['condition', '||'],
  '||': ['condition', '&&'],
  '===': ['condition', '!=='],
  '!==': ['condition', '==='],
};
const OTHER_METHOD: Readonly<Record<string, string>> = {
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  pop: 'shift',
  shift: 'pop',
  push: 'unshift',
  min: 'max',
  max: 'min',
};
/** Calls that nobody would miss: words for operators, figures, and React's rules for effects. */
const UNHEARD = /\b(log|logger|console|metrics?|telemetry|span|addEventListener|removeEventListener)\b/;

/** Attributes that say only how something looks, which pictures hold, and React's names in a list. */
const LOOK = /^(className|style|gap|size|width|height|rows|key)$/;
/** A search for the one element that is asked for, or that has this id: first and last are the same. */
const BY_IDENTITY = /^\(?(?:\{ id\b[^}]*\}|(\w+))\)? =>\s+(?:id|\1|\1\.(?:id|url)) === (?!undefined)/;

/** Every change that this file allows, in the order of its text. */
export function mutationsOf(source: string, isTsx: boolean): Mutation[] {
  // spans count bytes, across files: the first statement tells from where
  const prefix = '0;';
  const bytes = Buffer.from(prefix + source);
  const module = parseSync(prefix + source, { syntax: 'typescript', tsx: isTsx }) as unknown as Node;
  const base = module['body'][0].span.start;
  const at = (offset: number) => bytes.subarray(0, offset - base).toString().length - prefix.length;
  const textOf = ({ span }: Span) => source.slice(at(span.start), at(span.end));
  const found: Mutation[] = [];

  const replace = (kind: Kind, { span }: Span, to: string) => {
    const [start, end] = [at(span.start), at(span.end)];
    const from = source.slice(start, end);
    if (from === to) return;
    const line = source.slice(0, start).split('\n').length;
    found.push({ kind, line, from, to, source: source.slice(0, start) + to + source.slice(end) });
  };
  /** Exchanges the texts of two nodes in the node that holds both. */
  const exchange = (kind: Kind, whole: Node, one: Node, two: Node) => {
    const [start, end] = [at(whole.span.start), at(whole.span.end)];
    const between = source.slice(at(one.span.end), at(two.span.start));
    const to =
      source.slice(start, at(one.span.start)) +
      textOf(two) +
      between +
      textOf(one) +
      source.slice(at(two.span.end), end);
    replace(kind, whole, to);
  };
  /** Ends of the names and indexes where first and last are the same. */
  const either = new Set<number>();
  const rename = (kind: Kind, property: Node, to: string) => replace(kind, property, to);

  const BY_TYPE: Readonly<Record<string, (node: Node) => void>> = {
    NumericLiteral(node) {
      // every tabIndex below zero is the same
      if (source.slice(0, at(node.span.start)).endsWith('tabIndex={-')) return;
      replace('amount', node, String(node['value'] + 1));
    },
    BinaryExpression(node) {
      // asks whether there is one
      if (node['operator'] === '&&') either.add(node['left'].span.end);
      const [kind, other] = OTHER[node['operator']] ?? [];
      if (kind) replace(kind, node, `${textOf(node['left'])} ${other} ${textOf(node['right'])}`);
    },
    UnaryExpression(node) {
      if (node['operator'] === '!') replace('condition', node, textOf(node['argument']));
    },
    IfStatement: (node) => replace('condition', node['test'], `!(${textOf(node['test'])})`),
    ConditionalExpression(node) {
      const { consequent, alternate } = node as unknown as Record<string, Node>;
      const areTexts = [consequent!, alternate!].every((each) => /^["'`]|^t\(/.test(textOf(each)));
      exchange(areTexts ? 'place of a text' : 'condition', node, consequent!, alternate!);
    },
    KeyValueProperty(node) {
      if (node['key'].value === 'timeZone' && node['value'].type !== 'StringLiteral')
        replace('zone', node['value'], "'UTC'");
    },
    MemberExpression(node) {
      const { property } = node as unknown as { property: Node };
      const name: string = property['value'] ?? '';
      if (either.has(property.span.end)) return;
      const utc = /^([gs]et)UTC(\w+)$/.exec(name);
      if (utc) rename('zone', property, `${utc[1]}${utc[2]}`);
      if (Object.hasOwn(OTHER_METHOD, name)) rename('first for last', property, OTHER_METHOD[name]!);
      if (property.type === 'Computed' && property['expression'].value === 0)
        replace('first for last', property, '.at(-1)!');
    },
    CallExpression(node) {
      const { callee } = node as unknown as { callee: Node };
      const args: Node[] = node['arguments'].map(({ expression }: { expression: Node }) => expression);
      if (UNHEARD.test(textOf(callee))) return;
      // of `list?.find()` the callee is the chain
      const { object, property }: Record<string, Node | undefined> = callee['base'] ?? callee;
      const name: string = property?.['value'] ?? '';
      if (property && args[0] && name.startsWith('find') && BY_IDENTITY.test(textOf(args[0])))
        either.add(property.span.end);
      if (name === 'at' && textOf(args[0]!) === '-1') replace('first for last', args[0]!, '0');
      if (/^(toReversed|reverse|sort|toSorted)$/.test(name)) replace('order', node, textOf(object!));
      if (/^(sort|toSorted)$/.test(name) && args[0]?.['params']?.length === 2) {
        const [one, two] = args[0]['params'];
        exchange('order', args[0], one.pat ?? one, two.pat ?? two);
      }
      if (/^(sort)$/.test(name) && args[0]?.type === 'ObjectExpression')
        replace(
          'order',
          args[0],
          textOf(args[0]).replaceAll(/: (-?)1\b/g, (_all, sign) => `: ${sign ? '' : '-'}1`),
        );
      const zone = args.find((each) => each && /^[\w.]*(zone|timeZone|timezone)$/.test(textOf(each)));
      if (zone) replace('zone', zone, "'UTC'");
      const [one, two] = args;
      const isPlain = (each?: Node) => /^(Identifier|MemberExpression|StringLiteral)$/.test(each?.type ?? '');
      if (isPlain(one) && isPlain(two)) exchange('swapped argument', node, one!, two!);
    },
    ExpressionStatement(node) {
      const { expression } = node as unknown as { expression: Node };
      const called = expression.type === 'AwaitExpression' ? expression['argument'] : expression;
      if (
        called.type !== 'CallExpression' ||
        called.callee.type === 'Super' ||
        UNHEARD.test(textOf(called.callee))
      )
        return;
      replace('missing call', node, '');
    },
    ArrayExpression(node) {
      const texts = (node['elements'] as ({ expression: Node } | null)[])
        .map((each) => each?.expression)
        // ids often make a set, whose order says nothing
        .filter((each) => each?.type === 'StringLiteral' && /[A-Z ]/.test(each['value']));
      if (texts.length >= 2) exchange('place of a text', node, texts[0]!, texts.at(-1)!);
    },
  };

  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    // types have no effect, and what is imported is no rule
    if (/^(Ts(?!(As|NonNull|Satisfies|Const))|ImportDeclaration|Export(All|Named))/.test(node.type ?? ''))
      return;
    // what a cache keeps by name is a set
    if (node.type === 'KeyValueProperty' && node['key'].value === 'tags') return;
    if (node.type === 'JSXAttribute' && LOOK.test(node['name'].value)) return;
    if (node.span && node !== module) BY_TYPE[node.type]?.(node);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit({ ...module, body: module['body'].slice(1) });
  return found;
}
