import { WORDING } from '@flint/contracts';
import { useListReportsQuery } from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import { ItemText, Soft, Stack } from '@flint/ui';
import { ReadFailure } from '../ReadFailure';

interface OwnReportsProps {
  /** Says nothing of a failure: another part of the screen says it. */
  readonly isQuiet?: boolean;
}

/** The student's reports and their outcomes. */
export function OwnReports({ isQuiet = false }: OwnReportsProps) {
  const { data, error, refetch } = useListReportsQuery();
  if (!data && error && !isQuiet)
    return (
      <li>
        <ReadFailure error={error} onRetry={refetch} />
      </li>
    );
  if (!data || data.items.length === 0) return null;
  return (
    <li>
      <Stack gap={2}>
        <ItemText title={t('Your reports')} />
        <Stack as="ul" gap={2}>
          {data.items.map(({ id, name, reason, createdAt, outcome }) => (
            <li key={id}>
              <span translate="no">{name}</span>, {t(WORDING.reportReasons[reason])},{' '}
              <time dateTime={createdAt}>{localized(new Date(createdAt).toLocaleDateString(locale()))}</time>
              <Soft as="span"> {outcome ? t(outcome) : t('Our safety team reads it.')}</Soft>
            </li>
          ))}
        </Stack>
      </Stack>
    </li>
  );
}
