import { useState } from 'react';
import { Button, Dialog, Row, TextField, Toasts, type ToastItem } from '../../src/index';
import { Section, Specimen } from '../Specimen';

const TOASTS: readonly ToastItem[] = [
  { id: 1, text: 'Saved', tone: 'success' },
  { id: 2, text: 'Not saved: the connection broke off', tone: 'failure' },
  { id: 3, text: 'Ann answered', tone: 'info' },
];
const SIZES = { s: 'Small dialog', m: 'Medium dialog', l: 'Large dialog' } as const;

export function Overlays() {
  const [open, setOpen] = useState<keyof typeof SIZES | null>(null);
  const [toasts, setToasts] = useState(TOASTS);
  const close = () => setOpen(null);
  return (
    <Section title="Overlays">
      <Specimen title="Dialog">
        <Row>
          {(['s', 'm', 'l'] as const).map((size) => (
            <Button key={size} onClick={() => setOpen(size)}>
              {SIZES[size]}
            </Button>
          ))}
        </Row>
        <Dialog
          open={open !== null}
          title={SIZES[open ?? 'm']}
          size={open ?? 'm'}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" onClick={close}>
                Propose
              </Button>
            </>
          }
        >
          <p>What this is about, in one sentence.</p>
          <TextField label="Where" />
          {open === 'l' && <div className="g-tall" />}
        </Dialog>
      </Specimen>
      <Specimen title="Toasts">
        <div className="g-stage">
          <Toasts items={toasts} onDismiss={(id) => setToasts(toasts.filter((each) => each.id !== id))} />
        </div>
      </Specimen>
    </Section>
  );
}
