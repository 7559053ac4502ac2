import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { buttonClass, PageNotice } from '@flint/ui';
import { useEffect, useState } from 'react';
import { openedData } from '../platform/opened-data';
import { isFirstPass } from '../routing/first-pass';
import { screenToGoOn } from '../routing/screen-to-go-on';
import { NOT_FOUND } from '../routing/screens';

/** Shown at an address that is no screen's; leads to where the student was going: the questions until they are completed, then the matches. */
export function NotFound() {
  const [isFirst, setFirst] = useState(isFirstPass);
  useEffect(() => {
    const data = openedData();
    // they may have been completed on another device
    if (isFirst && data) void screenToGoOn(data.store, data.module).then((next) => setFirst(next === null));
  }, [isFirst]);
  const [screen, text] = isFirst
    ? (['onboarding', t('Continue with the questions')] as const)
    : (['matches', t('Go to your matches')] as const);
  return (
    <PageNotice
      title={t(NOT_FOUND)}
      text={t('There is nothing at this address.')}
      action={
        <ScreenLink to={screen} className={buttonClass({ variant: 'primary' })}>
          {text}
        </ScreenLink>
      }
    />
  );
}
