import type { Configuration } from 'webpack';

export const SHARED: Readonly<Record<string, string>>;
export function remote(dir: string): Configuration;
export function shell(dir: string): Configuration;
