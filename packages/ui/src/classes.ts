// every component takes its names from here, so that each remote brings what they stand for
import './arrangement.css';

/** Joins the truthy class names. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
