import imageCompression from 'browser-image-compression';
import { compressCanvas } from './crop-image';

jest.mock('browser-image-compression', () => ({ __esModule: true, default: jest.fn() }));

const MEGABYTE = 1024 * 1024;
const jpeg = (size: number) => Object.defineProperty(new File([], 'x'), 'size', { value: size });
const canvasOf = (blob: Blob | null) => {
  const asked: unknown[] = [];
  const toBlob = (done: (blob: Blob | null) => void, ...how: unknown[]) => {
    asked.push(...how);
    done(blob);
  };
  return { canvas: { toBlob } as unknown as HTMLCanvasElement, asked };
};

describe('a cropped canvas (spec 9)', () => {
  it('becomes a JPEG of quality 0.9, then of at most 1 MB and 1024 px', async () => {
    jest.mocked(imageCompression).mockResolvedValue(jpeg(MEGABYTE));
    const { canvas, asked } = canvasOf(new Blob(['x']));
    const file = await compressCanvas(canvas, 'me.jpg');
    expect(asked).toEqual(['image/jpeg', 0.9]);
    const [given, limits] = jest.mocked(imageCompression).mock.calls[0]!;
    expect([given.name, given.type]).toEqual(['me.jpg', 'image/jpeg']);
    const least = { maxSizeMB: 1, maxWidthOrHeight: 1024, initialQuality: 0.85 };
    expect(limits).toMatchObject({ fileType: 'image/jpeg', ...least });
    expect([file.name, file.type]).toEqual(['me.jpg', 'image/jpeg']);
  });

  it('that stays larger, or gives no picture - is refused', async () => {
    jest.mocked(imageCompression).mockResolvedValue(jpeg(MEGABYTE + 1));
    await expect(compressCanvas(canvasOf(new Blob(['x'])).canvas, 'a')).rejects.toThrow('too large');
    await expect(compressCanvas(canvasOf(null).canvas, 'a')).rejects.toThrow('no picture');
  });
});
