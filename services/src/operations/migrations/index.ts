import type { Migration } from './migration';
import { dropMatchFilters } from './2026-11-21-drop-match-filters';

/** Every migration, oldest first. */
export const MIGRATIONS: readonly Migration[] = [dropMatchFilters];
