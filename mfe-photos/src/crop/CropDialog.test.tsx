import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Ref } from 'react';
import { CropDialog } from './CropDialog';

interface Props {
  readonly ref?: Ref<unknown>;
  readonly stencilProps: { readonly aspectRatio: number };
  readonly defaultSize: (given: object) => { width: number; height: number };
  readonly onReady: () => void;
  readonly onError: () => void;
}

// jsdom draws nothing: this replaces the library and reports a loaded picture to the dialog
const shown: { props?: Props; canvas: unknown } = { canvas: null };
jest.mock('react-advanced-cropper', () => {
  const { useEffect, useImperativeHandle } = jest.requireActual('react');
  return {
    Cropper(props: Props) {
      shown.props = props;
      useImperativeHandle(props.ref, () => ({ getCanvas: () => shown.canvas }));
      const { onReady } = props;
      useEffect(() => onReady(), [onReady]);
      return null;
    },
  };
});

function open() {
  const platform = fakePlatform();
  const onCancel = jest.fn();
  renderScreen(
    <CropDialog
      file={new File(['x'], 'me.png', { type: 'image/png' })}
      place={null}
      onCancel={onCancel}
      onCropped={() => undefined}
    />,
    { platform },
  );
  return { platform, onCancel };
}

describe('Crop Your Photo', () => {
  beforeAll(() => Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));

  it('the first crop - of the visible part - has 90 % of its width at 3:4 (spec 5)', async () => {
    open();
    expect(await screen.findByRole('dialog', { name: 'Crop Your Photo' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(shown.props?.stencilProps.aspectRatio).toBe(3 / 4);
    const { width, height } = shown.props!.defaultSize({ visibleArea: { width: 1000, height: 2000 } });
    expect([width, height]).toEqual([900, 1200]);
  });

  it('Save - while the picture is processed - reads Processing... and is busy', async () => {
    shown.canvas = { toBlob: () => undefined };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: /Processing\.\.\./ })).toBeDisabled();
  });

  it('a picture that cannot be cropped - on Save, or when it is opened - shows the error word for word (spec 8)', async () => {
    shown.canvas = null;
    const { platform, onCancel } = open();
    const told = { text: 'Failed to process image. Please try again.', tone: 'failure' };
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(platform.notices).toEqual([told]));
    expect(onCancel).not.toHaveBeenCalled();
    shown.props!.onError();
    expect(platform.notices).toEqual([told, told]);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});
