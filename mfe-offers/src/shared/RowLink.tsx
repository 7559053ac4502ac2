import { ScreenLink, type ScreenId, type ScreenParams } from '@flint/remote-kit';
import { Entry } from '@flint/ui';
import type { ComponentProps } from 'react';

interface RowLinkProps extends Omit<ComponentProps<typeof Entry>, 'renderLink'> {
  readonly to: ScreenId;
  readonly params: ScreenParams;
}

/** One entry of the list on a wide window: a link to the same screen with that entry displayed. */
export const RowLink = ({ to, params, ...entry }: RowLinkProps) => (
  <Entry {...entry} renderLink={(look) => <ScreenLink to={to} params={params} {...look} />} />
);
