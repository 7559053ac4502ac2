import sharp from 'sharp';
import type { Random } from './random';

const SKIN = ['#f2d3b8', '#e5b48f', '#c98d63', '#9a6240', '#6d4329'] as const;
const HAIR = ['#2b1d16', '#5b3a24', '#8c5a2b', '#c79a55', '#1b1b22', '#7a2e1d'] as const;
const SKY = [
  ['#f4a261', '#e76f51'],
  ['#8ecae6', '#219ebc'],
  ['#b7e4c7', '#52b788'],
  ['#ffd6a5', '#ff9f80'],
  ['#cdb4db', '#8187dc'],
  ['#a8dadc', '#457b9d'],
] as const;

/** An SVG of a portrait that was drawn by chance; rendering it takes longer. */
export function describePortrait(random: Random): string {
  const [top, bottom] = random.pick(SKY);
  const skin = random.pick(SKIN);
  const hair = random.pick(HAIR);
  const shirt = random.pick(['#264653', '#6b2737', '#31572c', '#3d405b', '#f2e8cf', '#e07a5f']);
  const tilt = random.int(-6, 6);
  const long = random.chance(0.5);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="768" height="1024" viewBox="0 0 768 1024">
  <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
  <rect width="768" height="1024" fill="url(#s)"/>
  <circle cx="${random.int(90, 680)}" cy="${random.int(90, 260)}" r="${random.int(50, 110)}" fill="#fff" opacity=".35"/>
  <path d="M0 ${random.int(640, 760)} Q200 ${random.int(540, 680)} 420 700 T768 ${random.int(600, 740)} V1024 H0Z" fill="#000" opacity=".12"/>
  <g transform="rotate(${tilt} 384 620)">
    ${long ? `<path d="M224 470 Q200 800 280 860 H488 Q568 800 544 470Z" fill="${hair}"/>` : ''}
    <path d="M120 1140 Q150 800 384 790 Q618 800 648 1140Z" fill="${shirt}"/>
    <path d="M326 690 h116 v110 q-58 60 -116 0Z" fill="${skin}"/>
    <ellipse cx="384" cy="540" rx="148" ry="186" fill="${skin}"/>
    <path d="M232 520 Q220 330 384 326 Q548 330 536 520 Q500 420 ${random.int(360, 430)} 412 Q280 420 232 520Z" fill="${hair}"/>
    <circle cx="330" cy="545" r="13" fill="#1d1a1a"/><circle cx="438" cy="545" r="13" fill="#1d1a1a"/>
    <path d="M318 ${random.int(626, 640)} Q384 ${random.int(668, 700)} 450 632" stroke="#7b2d26" stroke-width="11" fill="none" stroke-linecap="round"/>
  </g></svg>`;
}

/** A drawn portrait, 768 x 1024 JPEG; demo data shows no real person. */
export const drawPortrait = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
