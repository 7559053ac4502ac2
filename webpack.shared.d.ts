import type { Configuration } from 'webpack';

export function remote(dir: string): Configuration;
export function shell(dir: string): Configuration;
export function boot(dir: string): Configuration;
export function desk(): Configuration;
export function alone(dir: string): Configuration;
