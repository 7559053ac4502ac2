import { LIMITS, WORDING } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import { Button, Dialog, Icon, IconButton, icons, Keys, Row, Spinner } from '@flint/ui';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Cropper, type CropperRef } from 'react-advanced-cropper';
import 'react-advanced-cropper/dist/style.css';
import { useIsShown } from '../use-is-shown';
import { compressCanvas } from './crop-image';
import './crop.css';

/** Width of the first crop, as a share of what is visible (spec 5). */
const FIRST_WIDTH = 0.9;
/** One press of an arrow, as a share of the crop's width; with Shift five times as far. */
const STEP = 0.02;
const ZOOM_IN = 1.15;
const ZOOM_OUT = 1 / ZOOM_IN;

const KEYS = [
  [['←↑↓→'], message('move')],
  [['+', '−'], message('zoom')],
  [['R'], message('turn')],
] as const;

interface CropDialogProps {
  readonly file: File;
  /** Which of several pictures this is. */
  readonly place: { readonly number: number; readonly of: number } | null;
  readonly onCancel: () => void;
  readonly onCropped: (file: File) => void;
}

/** The compositor shows a frame some time after the page has drawn it. */
const SHOWN_MS = 60;

/** Settles when the last change is painted: cropping a large picture would delay even 'Processing...'. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, SHOWN_MS));
    setTimeout(resolve, 500); // a hidden page has no frames
  });

/** The library's images have no alternative text: the label of the area describes them. */
function describePictures(element: HTMLElement): () => void {
  const describe = () => element.querySelectorAll('img').forEach((image) => (image.alt = ''));
  const observer = new MutationObserver(describe);
  observer.observe(element, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** 'Crop Your Photo' (spec 2): 3:4, by pointer or keys: arrows move, + and - zoom, R turns. */
export function CropDialog({ file, place, onCancel, onCropped }: CropDialogProps) {
  const { notify } = usePlatform();
  const cropper = useRef<CropperRef>(null);
  const area = useRef<HTMLDivElement | null>(null);
  const [source, setSource] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const attachArea = useCallback((element: HTMLDivElement) => {
    area.current = element;
    return describePictures(element);
  }, []);
  const turn = () => cropper.current?.rotateImage(90);
  const zoom = (factor: number) => cropper.current?.zoomImage(factor);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = (cropper.current?.getCoordinates()?.width ?? 0) * STEP * (event.shiftKey ? 5 : 1);
    const move = {
      ArrowLeft: { left: -step },
      ArrowRight: { left: step },
      ArrowUp: { top: -step },
      ArrowDown: { top: step },
    }[event.key];
    if (move) cropper.current?.moveCoordinates(move);
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_IN);
    else if (event.key === '-') zoom(ZOOM_OUT);
    else if (event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey) turn();
    else return;
    event.preventDefault();
  };
  const handleSave = async () => {
    setBusy(true);
    await painted();
    try {
      const canvas = cropper.current?.getCanvas({
        maxWidth: LIMITS.photoSidePixels,
        maxHeight: LIMITS.photoSidePixels,
        // a JPEG has no transparency: browsers would make it black
        fillColor: '#fff',
      });
      if (!canvas) throw new Error('nothing to crop');
      const cropped = await compressCanvas(canvas, `${file.name.replace(/\.\w+$/, '')}.jpg`);
      if (isShown.current) onCropped(cropped);
    } catch {
      if (!isShown.current) return;
      notify(t(WORDING.imageFailed), 'failure');
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t('Crop Your Photo')}
      size="l"
      // the keys work at once
      initialFocus={area}
      onClose={onCancel}
      actions={
        <>
          {place && <span className="crop__place f-soft">{t('{number} of {of}', place)}</span>}
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={!ready} onClick={() => void handleSave()}>
            {busy ? t('Processing...') : t('Save')}
          </Button>
        </>
      }
    >
      <div
        ref={attachArea}
        className="crop"
        role="application"
        aria-label={t('Crop area. Arrows move, plus and minus zoom, R turns.')}
        tabIndex={0}
        onKeyDown={handleKeyDown}
      >
        {!ready && (
          <span className="crop__wait f-over f-center">
            <Spinner label={t('Reading the picture')} />
          </span>
        )}
        {source && (
          <Cropper
            ref={cropper}
            src={source}
            className="crop__area"
            // browsers rotate pictures by their EXIF data; the library would fetch the blob again for it
            checkOrientation={false}
            minWidth={LIMITS.photoCropPixelsMin}
            stencilProps={{
              aspectRatio: LIMITS.photoAspect,
              grid: true,
              overlayClassName: 'crop__fade',
              handlerClassNames: { default: 'crop__handle' },
            }}
            defaultSize={({ imageSize, visibleArea }) => {
              const visible = visibleArea ?? imageSize;
              return {
                width: visible.width * FIRST_WIDTH,
                height: (visible.width * FIRST_WIDTH) / LIMITS.photoAspect,
              };
            }}
            onReady={() => setReady(true)}
            onError={() => {
              notify(t(WORDING.imageFailed), 'failure');
              onCancel();
            }}
          />
        )}
      </div>
      <Row gap={2} className="crop__tools">
        <IconButton
          label={t('Zoom out')}
          icon={<span aria-hidden="true">−</span>}
          onClick={() => zoom(ZOOM_OUT)}
        />
        <IconButton label={t('Zoom in')} icon={<Icon path={icons.plus} />} onClick={() => zoom(ZOOM_IN)} />
        <IconButton label={t('Turn')} icon={<Icon path={icons.rotate} />} onClick={turn} />
        <Row as="span" gap={4} className="crop__keys f-soft">
          {KEYS.map(([keys, does]) => (
            <span key={does} className="f-line f-gap-1">
              <Keys keys={keys} /> {t(does)}
            </span>
          ))}
        </Row>
      </Row>
    </Dialog>
  );
}
