import { t } from '@flint/texts';
import { Icon, IconButton, icons, PhotoFrame, useIsWide, VisuallyHidden } from '@flint/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import './album.css';

/** Elements in which arrow keys have another function. */
const OWN_ARROWS = 'input, textarea, select, [role=separator], [role=tab], dialog';

interface AlbumProps {
  readonly name: string;
  /** The primary photo first. */
  readonly urls: readonly string[];
}

/**
 * Every photo of a person, one at a time: by swipe, arrow keys or buttons. A photo is shown whole, whatever its shape; a blurred copy of it
 * fills the rest of the frame.
 */
export function Album({ name, urls }: AlbumProps) {
  const isWide = useIsWide();
  const track = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const shown = urls.filter((url) => !broken.includes(url));
  const count = shown.length;
  const current = Math.min(at, Math.max(0, count - 1));
  const go = (to: number) => {
    if (to < 0 || to >= count) return;
    setAt(to);
    const { current: frame } = track;
    frame?.scrollTo?.({ left: to * frame.clientWidth, behavior: 'smooth' });
  };
  const goBy = useEffectEvent((step: number) => go(current + step));
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const isElsewhere = event.target instanceof Element && event.target.closest(OWN_ARROWS);
      if (!step || isElsewhere || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // else the browser would scroll by part of a photo
      event.preventDefault();
      goBy(step);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  if (count === 0) return <PhotoFrame name={name} photoUrl={null} />;
  return (
    <>
      <div className="m-album">
        <div
          ref={track}
          className="m-album__track"
          role="group"
          aria-label={t('Photos of {name}', { name })}
          tabIndex={0}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            if (clientWidth > 0) setAt(Math.round(scrollLeft / clientWidth));
          }}
        >
          {shown.map((url, i) => (
            <div key={url} className="m-album__photo">
              <img src={url} alt="" aria-hidden="true" loading={i > 1 ? 'lazy' : undefined} />
              <img
                src={url}
                alt={t('Photo {n} of {count} of {name}', { n: i + 1, count, name })}
                loading={i > 1 ? 'lazy' : undefined}
                onError={() => setBroken((before) => [...before, url])}
              />
            </div>
          ))}
        </div>
        {count > 1 && (
          <>
            <span className="m-album__dots" aria-hidden="true">
              {shown.map((url, i) => (
                <span key={url} className={i === current ? 'm-album__dot--on' : undefined} />
              ))}
            </span>
            <VisuallyHidden>
              <span role="status">{t('Photo {n} of {count}', { n: current + 1, count })}</span>
            </VisuallyHidden>
            <IconButton
              onPhoto
              label={t('Previous photo')}
              icon={<Icon path={icons.chevronLeft} />}
              disabled={current === 0}
              onClick={() => go(current - 1)}
            />
            <IconButton
              onPhoto
              label={t('Next photo')}
              aria-keyshortcuts="Space"
              icon={<Icon path={icons.chevronRight} />}
              disabled={current === count - 1}
              onClick={() => go(current + 1)}
            />
          </>
        )}
      </div>
      {isWide && count > 1 && (
        <ul className="m-album__thumbs">
          {shown.map((url, i) => (
            <li key={url}>
              <button
                type="button"
                aria-label={t('Photo {n} of {count}', { n: i + 1, count })}
                aria-current={i === current}
                onClick={() => go(i)}
              >
                <img className="f-photo" src={url} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
