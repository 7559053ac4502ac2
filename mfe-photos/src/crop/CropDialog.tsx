import { LIMITS, WORDING } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { Button, Dialog, Icon, IconButton, Row } from '@flint/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Cropper, type CropperRef } from 'react-advanced-cropper';
import 'react-advanced-cropper/dist/style.css';
import { compressCanvas } from './crop-image';
import './crop.css';

/** Width of the first crop, as a share of what is visible (spec 5). */
const FIRST_WIDTH = 0.9;
const STEP_PX = 12;

interface CropDialogProps {
  readonly file: File;
  readonly onCancel: () => void;
  readonly onCropped: (file: File) => void;
}

/** 'Crop Your Photo' (spec 2): 3:4, by pointer or keys: arrows move, + and - zoom, R turns. */
export function CropDialog({ file, onCancel, onCropped }: CropDialogProps) {
  const { notify } = usePlatform();
  const cropper = useRef<CropperRef>(null);
  const [source, setSource] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const turn = () => cropper.current?.rotateImage(90);
  const zoom = (factor: number) => cropper.current?.zoomImage(factor);
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = {
      ArrowLeft: { left: -STEP_PX },
      ArrowRight: { left: STEP_PX },
      ArrowUp: { top: -STEP_PX },
      ArrowDown: { top: STEP_PX },
    }[event.key];
    if (move) cropper.current?.moveCoordinates(move);
    else if (event.key === '+' || event.key === '=') zoom(1.15);
    else if (event.key === '-') zoom(0.87);
    else if (event.key.toLowerCase() === 'r') turn();
    else return;
    event.preventDefault();
  };
  const handleSave = async () => {
    setBusy(true);
    try {
      const canvas = cropper.current?.getCanvas({
        maxWidth: LIMITS.photoSidePixels * 2,
        maxHeight: LIMITS.photoSidePixels * 2,
      });
      if (!canvas) throw new Error('nothing to crop');
      onCropped(await compressCanvas(canvas, `${file.name.replace(/\.\w+$/, '')}.jpg`));
    } catch {
      notify(WORDING.imageFailed, 'failure');
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title="Crop Your Photo"
      size="l"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void handleSave()}>
            {busy ? 'Processing...' : 'Save'}
          </Button>
        </>
      }
    >
      <div
        className="crop"
        role="application"
        aria-label="Crop area. Arrows move, plus and minus zoom, R turns."
        tabIndex={0}
        onKeyDown={handleKeyDown}
      >
        {source && (
          <Cropper
            ref={cropper}
            src={source}
            className="crop__area"
            // browsers turn pictures upright themselves; the library would fetch the blob again to look
            checkOrientation={false}
            stencilProps={{ aspectRatio: LIMITS.photoAspect, grid: true }}
            defaultSize={({ imageSize, visibleArea }) => {
              const area = visibleArea ?? imageSize;
              return {
                width: area.width * FIRST_WIDTH,
                height: (area.width * FIRST_WIDTH) / LIMITS.photoAspect,
              };
            }}
            onError={() => notify(WORDING.imageFailed, 'failure')}
          />
        )}
      </div>
      <Row gap={2} className="crop__tools">
        <IconButton label="Zoom out" icon={<span aria-hidden="true">−</span>} onClick={() => zoom(0.87)} />
        <IconButton label="Zoom in" icon={<Icon name="plus" />} onClick={() => zoom(1.15)} />
        <IconButton label="Turn" icon={<Icon name="rotate" />} onClick={turn} />
      </Row>
    </Dialog>
  );
}
