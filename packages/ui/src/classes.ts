// every component imports its class names from here, so that each remote brings their styles
import './arrangement.css';

/** Joins the truthy class names. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
