import './kind-drawing.css';

/** One line drawing for several kinds of places. */
const DRAWINGS = {
  cup: 'M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10h2a2 2 0 0 1 0 5h-2M8 6V4M11 6V4',
  tree: 'M12 21v-6M12 15a5 5 0 0 1-4-8 4 4 0 0 1 8 0 5 5 0 0 1-4 8zM5 21h14',
  meal: 'M7 3v7M5 3v4a2 2 0 0 0 4 0V3M7 10v11M17 3c-3 2-3 7 0 9v9z',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13',
  stage: 'M12 3a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  active: 'M3 9v6M6 7v10M18 7v10M21 9v6M6 12h12',
  frame: 'M4 5h16v14H4zM7 16l4-5 3 3 2-2 2 4M9 9h.01',
  cone: 'M7 11a5 5 0 0 1 10 0zM8 11l4 10 4-10',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 10h4M4 14h4M16 10h4M16 14h4',
  glass: 'M6 4h12l-6 8zM12 12v8M8 20h8',
  basket: 'M4 10h16l-2 9H6zM8 10l3-6M16 10l-3-6',
  heart: 'M12 20s-7-4.600-9-9a4.800 4.800 0 0 1 9-3.400A4.800 4.800 0 0 1 21 11c-2 4.400-9 9-9 9z',
} as const;

const BY_KIND: Readonly<Record<string, keyof typeof DRAWINGS>> = {
  campus_coffee: 'cup',
  off_campus_cafe: 'cup',
  campus_walk: 'tree',
  park_outdoors: 'tree',
  dining_hall: 'meal',
  restaurant: 'meal',
  study_break: 'book',
  bookshop: 'book',
  campus_event: 'stage',
  music: 'stage',
  rec_centre: 'active',
  rink: 'active',
  gallery_museum: 'frame',
  dessert: 'cone',
  games: 'dice',
  cinema: 'film',
  bar: 'glass',
  market: 'basket',
  volunteering: 'heart',
};

interface KindDrawingProps {
  readonly kind: string;
  readonly picture: string | null;
}

/** The picture of a place from our own server; without one, a drawing of its kind. */
export function KindDrawing({ kind, picture }: KindDrawingProps) {
  if (picture) return <img className="p-drawing" src={picture} alt="" loading="lazy" />;
  return (
    <span className="p-drawing f-center" aria-hidden="true">
      <svg className="f-icon" viewBox="0 0 24 24" width="40" height="40">
        <path d={DRAWINGS[BY_KIND[kind] ?? 'heart']} />
      </svg>
    </span>
  );
}
