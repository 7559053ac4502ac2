import type { DeskCase } from '@flint/contracts/desk';
import { Items, Section, Soft } from '@flint/ui';
import { dayOf, momentOf } from '../times';
import { AUTHORS, MEASURE_NAMES, REASONS } from '../words';

interface Entry {
  readonly key?: string;
  readonly when: string;
  readonly text: string;
  readonly detail?: string;
}

function entriesOf({ offers, about, decision }: DeskCase): Entry[] {
  const { strikes, heldSince, restrictedUntil } = about;
  const isForGood = restrictedUntil?.startsWith('9999') ?? false;
  return [
    ...offers.map(({ by, day, status, activity }, i) => ({
      // two offers may look the same
      key: `offer ${i}`,
      when: dayOf(day),
      text: `Offer ${status ?? 'made'}: ${activity}`,
      detail: `From ${AUTHORS[by ?? 'unknown']}`,
    })),
    ...strikes.map(({ measure, reason, at, isLifted }) => ({
      when: momentOf(at),
      text: `${MEASURE_NAMES[measure]}: ${REASONS[reason].toLowerCase()}`,
      ...(isLifted && { detail: 'Taken back after an appeal' }),
    })),
    ...(heldSince ? [{ when: momentOf(heldSince), text: 'Held: a date of birth under 18 waits' }] : []),
    ...(restrictedUntil
      ? [
          {
            when: 'Now',
            text: isForGood ? 'Kept from dates' : `Kept from dates until ${momentOf(restrictedUntil)}`,
          },
        ]
      : []),
    ...(decision
      ? [
          {
            when: momentOf(decision.at),
            text:
              decision.measure === 'none' ? `Decided: ${decision.outcome}` : MEASURE_NAMES[decision.measure],
            detail: `Decided by ${[decision.by, decision.approvedBy].filter(Boolean).join(' and ')}`,
          },
        ]
      : []),
  ];
}

/** The record of Student B, and the offers that the report names. */
export function Records({ report }: { readonly report: DeskCase }) {
  const entries = entriesOf(report);
  return (
    <Section size="s" title="What the records show">
      {entries.length === 0 ? (
        <Soft>Student B has no earlier decisions.</Soft>
      ) : (
        <Items>
          {entries.map(({ key, when, text, detail }) => (
            <li key={key ?? `${when} ${text}`} className="record f-row">
              <Soft as="span">{when}</Soft>
              <span>
                {text}
                {detail && <Soft>{detail}</Soft>}
              </span>
            </li>
          ))}
        </Items>
      )}
    </Section>
  );
}
