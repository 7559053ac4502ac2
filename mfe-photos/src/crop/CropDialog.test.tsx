import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps, Ref } from 'react';
import type { Cropper, CropperRef } from 'react-advanced-cropper';
import { compressCanvas } from './crop-image';
import { CropDialog } from './CropDialog';

type Props = ComponentProps<typeof Cropper>;

const cropper = {
  props: {} as Props,
  moves: [] as unknown[],
  getCoordinates: () => ({ width: 200 }),
  moveCoordinates: (by: object) => void cropper.moves.push(by),
  zoomImage: (factor: number) => void cropper.moves.push(Number(factor.toFixed(2))),
  rotateImage: (degrees: number) => void cropper.moves.push(`${degrees}°`),
  getCanvas: jest.fn(),
};

jest.mock('react-advanced-cropper', () => ({
  Cropper: ({ ref, ...props }: Props & { ref: Ref<CropperRef> }) => {
    cropper.props = props;
    (ref as { current: unknown }).current = cropper;
    return null;
  },
}));
jest.mock('./crop-image', () => ({ compressCanvas: jest.fn() }));

const file = new File(['x'], 'me.and.you.png', { type: 'image/png' });
const revokeObjectURL = jest.fn();

function show(place: ComponentProps<typeof CropDialog>['place'] = null) {
  const platform = fakePlatform();
  const onCancel = jest.fn();
  const onCropped = jest.fn();
  const dialog = <CropDialog file={file} place={place} onCancel={onCancel} onCropped={onCropped} />;
  return { ...renderScreen(dialog, { platform }), platform, onCancel, onCropped };
}
const button = (name: string) => screen.getByRole('button', { name });
const ready = () => act(() => cropper.props.onReady?.(cropper as never));

beforeEach(() => {
  cropper.moves = [];
  cropper.getCanvas.mockReset().mockReturnValue('a canvas');
  jest.mocked(compressCanvas).mockReset().mockResolvedValue(file);
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL });
});

describe('Crop Your Photo', () => {
  it.each<[string, object, unknown]>([
    ['ArrowLeft', {}, { left: -4 }],
    ['ArrowRight', {}, { left: 4 }],
    ['ArrowUp', {}, { top: -4 }],
    ['ArrowDown', { shiftKey: true }, { top: 20 }],
    ['+', {}, 1.15],
    ['=', {}, 1.15],
    ['-', {}, 0.87],
    ['R', {}, '90°'],
    ['r', { ctrlKey: true }, null],
    ['r', { metaKey: true }, null],
    ['Tab', {}, null],
  ])('%s %j - is %j, and nothing else of the page', (key, held, move) => {
    show();
    const isLeft = fireEvent.keyDown(screen.getByRole('application'), { key, ...held });
    expect(cropper.moves).toEqual(move === null ? [] : [move]);
    expect(isLeft).toBe(move === null);
  });

  it('its buttons - do what the keys do', () => {
    show();
    for (const name of ['Zoom in', 'Zoom out', 'Turn']) fireEvent.click(button(name));
    expect(cropper.moves).toEqual([1.15, 0.87, '90°']);
  });

  it('the first crop - is 3:4, at 90 % of the width that is visible (spec 5)', () => {
    show();
    const { stencilProps, defaultSize, minWidth } = cropper.props;
    expect([stencilProps, minWidth]).toMatchObject([{ aspectRatio: 0.75, grid: true }, 100]);
    const sizeOf = defaultSize as (state: object) => object;
    const imageSize = { width: 1000, height: 500 };
    expect(sizeOf({ imageSize, visibleArea: null })).toEqual({ width: 900, height: 1200 });
    expect(sizeOf({ imageSize, visibleArea: { width: 400 } })).toEqual({ width: 360, height: 480 });
  });

  it('Save - is possible once the picture is read, says Processing... and hands over a JPEG (spec 2)', async () => {
    const { onCropped, unmount } = show({ number: 2, of: 3 });
    expect(screen.getByText('2 of 3', { exact: false })).toBeVisible();
    expect(screen.getByText('Reading the picture')).toBeInTheDocument();
    expect(button('Save')).toBeDisabled();
    ready();
    expect(screen.queryByText('Reading the picture')).toBeNull();
    fireEvent.click(button('Save'));
    expect(button('Processing...')).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(onCropped.mock.calls).toEqual([[file]]));
    expect(cropper.getCanvas).toHaveBeenCalledWith({ maxWidth: 1024, maxHeight: 1024, fillColor: '#fff' });
    expect(compressCanvas).toHaveBeenCalledWith('a canvas', 'me.and.you.jpg');
    unmount();
    expect(revokeObjectURL).toHaveBeenCalledWith('blob:x');
  });

  it.each([
    ['no canvas', () => cropper.getCanvas.mockReturnValue(null)],
    ['a picture that stays too large', () => jest.mocked(compressCanvas).mockRejectedValue(new Error('x'))],
  ])('Save with %s - alerts, and can be pressed again (spec 8)', async (_, prepare) => {
    prepare();
    const { platform, onCropped } = show();
    ready();
    fireEvent.click(button('Save'));
    await waitFor(() => expect(button('Save')).toBeEnabled());
    expect(platform.notices).toEqual([
      { text: 'Failed to process image. Please try again.', tone: 'failure' },
    ]);
    expect(onCropped).not.toHaveBeenCalled();
  });

  it.each([
    ['is cropped', async () => file],
    ['cannot be cropped', () => Promise.reject(new Error('x'))],
  ])('Escape while a picture is processed - cancels: one that %s later changes nothing', async (_, end) => {
    let finish: () => void;
    const processed = new Promise<void>((resolve) => (finish = resolve));
    jest.mocked(compressCanvas).mockImplementation(() => processed.then(end));
    const { platform, onCancel, onCropped, unmount } = show();
    onCancel.mockImplementation(unmount);
    ready();
    fireEvent.click(button('Save'));
    await waitFor(() => expect(compressCanvas).toHaveBeenCalled());
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await act(async () => finish());
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect([onCropped.mock.calls, platform.notices]).toEqual([[], []]);
  });

  it('a picture that cannot be shown - alerts, and closes', () => {
    const { platform, onCancel } = show();
    act(() => cropper.props.onError?.(cropper as never));
    expect(platform.notices).toMatchObject([{ tone: 'failure' }]);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});
