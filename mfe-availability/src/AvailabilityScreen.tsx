import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useListOffersQuery } from '@flint/remote-kit/data';
import { plural, t } from '@flint/texts';
import {
  Badge,
  Button,
  Foot,
  loadable,
  Notice,
  Page,
  Row,
  SidePane,
  Skeleton,
  Soft,
  Stack,
  StatusKeys,
  useIsWide,
  zoneName,
} from '@flint/ui';
import { useSyncExternalStore } from 'react';
import { HoursPerDay } from './grid/HoursPerDay';
import { WeekGrid } from './grid/WeekGrid';
import { Shortcuts } from './shortcuts/Shortcuts';
import { useWeek } from './use-week';
import './availability.css';

const WeekMarks = loadable(() => import('./grid/WeekMarks').then((module) => module.WeekMarks));

/** 'Set Your Availability' (spec 2): the week, its count, and the buttons to go back, skip or save. */
export function AvailabilityScreen() {
  const { navigation, online } = usePlatform();
  const { store, server, isSaving, saveWeek, change, hasSavedHours, timezone, ...week } = useWeek();
  const count = useSyncExternalStore(store.subscribe, () => store.read().size);
  const handleSave = async () => {
    await saveWeek();
    navigation.goTo('photos');
  };
  // a saved week can be emptied by Skip; Save is disabled without an hour (spec 5)
  const isNotFree = count === 0 && hasSavedHours;
  const handleSkip = async () => {
    if (isNotFree) await saveWeek();
    navigation.goTo('photos');
  };
  const isWide = useIsWide();
  // a narrow window has no room for names
  const { data } = useListOffersQuery(undefined, { skip: !isWide });
  const failure = asCallFailure(server.error);
  const tip = (
    <Soft className="availability__tip">
      {t('Tip: you can update your availability later in profile settings.')}
    </Soft>
  );
  return (
    <Page title={t('Set Your Availability')} actions={<Badge>{zoneName(timezone)}</Badge>} width="wide">
      {week.isElsewhere && (
        <Notice tone="info">
          <p>
            {t('You painted this week in {painted}; this device is in {here}.', {
              painted: zoneName(timezone),
              here: zoneName(week.here),
            })}
          </p>
          <Row gap={2}>
            <Button size="s" onClick={() => week.chooseTimezone(week.here)}>
              {t('Use {zone}', { zone: zoneName(week.here) })}
            </Button>
            <Button size="s" variant="quiet" onClick={week.keepTimezone}>
              {t('Keep {zone}', { zone: zoneName(timezone) })}
            </Button>
          </Row>
        </Notice>
      )}
      {failure && online && (
        <Notice
          tone="failure"
          action={
            <Button size="s" onClick={() => void server.refetch()}>
              {t('Try Again')}
            </Button>
          }
        >
          {t(failure.message)}
        </Notice>
      )}
      {/* the zone notice and the week appear together, so that nothing moves down */}
      {week.isLoading && count === 0 ? (
        <Skeleton shape="block" height="48rem" />
      ) : (
        <>
          <SidePane>
            <Stack gap={1}>
              <h2 id="week-heading">{t('When are you available?')}</h2>
              <Row as="p" gap={2} role="status" className="availability__count">
                <strong>{plural(count, '{n} hour per week', '{n} hours per week')}</strong>{' '}
                <Soft as="small">{plural(count, '{n} time slot selected', '{n} time slots selected')}</Soft>
              </Row>
            </Stack>
            <HoursPerDay store={store} />
            <Shortcuts store={store} timezone={timezone} change={change} isEmpty={count === 0} />
            {week.isFirstUse && <Soft>{t('Press an hour, or hold and drag over several.')}</Soft>}
            <span id="week-help" hidden>
              {t('Arrows move, Space sets an hour, Shift and arrows set several.')}
            </span>
          </SidePane>
          <section className="availability__week" aria-labelledby="week-heading">
            <WeekGrid store={store} timezone={timezone} labelledBy="week-heading" describedBy="week-help">
              {data?.items[0] && <WeekMarks offers={data.items} timezone={timezone} />}
            </WeekGrid>
          </section>
        </>
      )}
      <StatusKeys
        keys={[
          [['←', '↑', '↓', '→'], t('move')],
          [['Space'], t('set an hour')],
          [['Shift', '↓'], t('set several')],
        ]}
      />
      {/* in the foot of a phone it would hide an hour of the week */}
      {!isWide && tip}
      <Foot>
        <Button onClick={() => navigation.goTo('onboarding')}>{t('Back')}</Button>
        <Button variant="quiet" onClick={() => void handleSkip()}>
          {isNotFree ? t('I am not free') : t('Skip for now')}
        </Button>
        {isWide && tip}
        <Button variant="primary" busy={isSaving} disabled={count === 0} onClick={() => void handleSave()}>
          {isSaving
            ? t('Saving...')
            : plural(count, 'Save Availability ({n} hour)', 'Save Availability ({n} hours)')}
        </Button>
      </Foot>
    </Page>
  );
}
