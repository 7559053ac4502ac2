import { usePlatform } from '@flint/remote-kit';
import { asCallFailure } from '@flint/remote-kit/data';
import { Button, Icon, Notice, Page, Skeleton } from '@flint/ui';
import { useSyncExternalStore } from 'react';
import { WeekGrid } from './grid/WeekGrid';
import { Shortcuts } from './shortcuts/Shortcuts';
import { browserTimezone, useWeek } from './use-week';
import { hoursText } from './words';
import './availability.css';

/** 'Set Your Availability' (spec 2): the week, its count, and the ways on. */
export function AvailabilityScreen() {
  const { navigation, online } = usePlatform();
  const { store, server, isSaving, saveWeek } = useWeek();
  const count = useSyncExternalStore(store.subscribe, () => store.read().size);
  const handleSave = async () => {
    if (await saveWeek()) navigation.goTo('photos');
  };
  const failure = asCallFailure(server.error);
  return (
    <Page
      title="Set Your Availability"
      lead={
        <span className="availability__zone">
          <Icon name="clock" /> Times are in {browserTimezone().replaceAll('_', ' ')}
        </span>
      }
      width="wide"
    >
      {!online && (
        <Notice tone="warning">
          You are offline. What you save is kept on this device and sent when you are back.
        </Notice>
      )}
      {failure && online && (
        <Notice
          tone="failure"
          action={
            <Button size="s" onClick={() => void server.refetch()}>
              Try Again
            </Button>
          }
        >
          {failure.message}
        </Notice>
      )}
      <section className="availability" aria-labelledby="week-heading">
        <div className="availability__intro">
          <h2 id="week-heading">When are you available?</h2>
          <p id="week-help">
            Tap an hour, or drag over several. On a phone, hold for a moment and then drag. With the keyboard,
            arrows move, Space sets an hour, Shift and arrows set several.
          </p>
          <Shortcuts store={store} />
        </div>
        {server.isLoading && count === 0 ? (
          <Skeleton shape="block" height="40rem" />
        ) : (
          <WeekGrid store={store} labelledBy="week-heading" describedBy="week-help" />
        )}
      </section>
      <footer className="availability__foot">
        <p role="status" className="availability__count">
          <strong>{count}</strong> time slots selected · <strong>{hoursText(count)}</strong> per week
        </p>
        <div className="availability__actions">
          <Button onClick={() => navigation.goTo('onboarding')}>Back</Button>
          <Button variant="quiet" onClick={() => navigation.goTo('photos')}>
            Skip for now
          </Button>
          <Button variant="primary" busy={isSaving} disabled={count === 0} onClick={() => void handleSave()}>
            {isSaving ? 'Saving...' : `Save Availability (${hoursText(count)})`}
          </Button>
        </div>
        <p className="availability__tip">Tip: you can update your availability later in profile settings.</p>
      </footer>
    </Page>
  );
}
