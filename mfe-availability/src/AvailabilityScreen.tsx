import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useListOffersQuery } from '@flint/remote-kit/data';
import { plural, t } from '@flint/texts';
import { Button, Foot, loadable, Notice, Page, Row, SidePane, Skeleton, Soft, useIsWide } from '@flint/ui';
import { useSyncExternalStore } from 'react';
import { WeekGrid } from './grid/WeekGrid';
import { Shortcuts } from './shortcuts/Shortcuts';
import { useWeek } from './use-week';
import { browserTimezone } from './zone';
import './availability.css';

const WeekMarks = loadable(() => import('./grid/WeekMarks').then((module) => module.WeekMarks));

const zoneWords = (zone: string) => zone.replaceAll('_', ' ');
const cityOf = (zone: string) => zoneWords(zone.split('/').at(-1)!);

/** 'Set Your Availability' (spec 2): the week, its count, and the buttons to go back, skip or save. */
export function AvailabilityScreen() {
  const { navigation, online } = usePlatform();
  const { store, server, isSaving, saveWeek, hasSavedHours, timezone, ...week } = useWeek();
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
  // a narrow window has no room for names
  const { data } = useListOffersQuery(undefined, { skip: !useIsWide() });
  const failure = asCallFailure(server.error);
  return (
    <Page
      title={t('Set Your Availability')}
      lead={t('Times are in {zone}', { zone: zoneWords(timezone) })}
      width="wide"
    >
      {!online && (
        <Notice tone="warning">
          {t('You are offline. What you save is kept on this device and sent when you are back.')}
        </Notice>
      )}
      {week.isElsewhere && (
        <Notice tone="info">
          <p>
            {t('You painted this week in {painted} time; this device is in {here} time.', {
              painted: cityOf(timezone),
              here: cityOf(browserTimezone()),
            })}
          </p>
          <Row gap={2}>
            <Button size="s" onClick={() => week.chooseTimezone(browserTimezone())}>
              {t('Use {city} time', { city: cityOf(browserTimezone()) })}
            </Button>
            <Button size="s" variant="quiet" onClick={week.keepTimezone}>
              {t('Keep {city} time', { city: cityOf(timezone) })}
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
            <Row between gap={1} className="availability__heading">
              <h2 id="week-heading">{t('When are you available?')}</h2>
              <p role="status" className="availability__count f-soft">
                {plural(count, '{n} time slot selected', '{n} time slots selected')}
                <span className="availability__dot"> · </span>
                <strong>{plural(count, '{n} hour per week', '{n} hours per week')}</strong>
              </p>
            </Row>
            <Soft id="week-help" className={week.isFirstUse ? 'availability__help' : 'f-visually-hidden'}>
              <span className="availability__by-finger">
                {t('Tap an hour. To set several, hold for a moment and then drag.')}
              </span>
              <span className="availability__by-mouse">
                {t('Click an hour or drag over several. Arrow keys, Space and Shift work, too.')}
              </span>
            </Soft>
            <Shortcuts store={store} />
          </SidePane>
          <section aria-labelledby="week-heading">
            <WeekGrid store={store} labelledBy="week-heading" describedBy="week-help">
              {data?.items[0] && <WeekMarks offers={data.items} timezone={timezone} />}
            </WeekGrid>
          </section>
        </>
      )}
      <Foot>
        <Button onClick={() => navigation.goTo('onboarding')}>{t('Back')}</Button>
        <Button variant="quiet" onClick={() => void handleSkip()}>
          {isNotFree ? t('Not free this week') : t('Skip for now')}
        </Button>
        <Soft className="availability__tip">
          {t('Tip: you can update your availability later in profile settings.')}
        </Soft>
        <Button variant="primary" busy={isSaving} disabled={count === 0} onClick={() => void handleSave()}>
          {isSaving
            ? t('Saving...')
            : plural(count, 'Save Availability ({n} hour)', 'Save Availability ({n} hours)')}
        </Button>
      </Foot>
    </Page>
  );
}
