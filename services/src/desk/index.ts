export { createDesk, type DeskOptions } from './app';
export { addOperator } from '../resources/safety/operators';
export { deskPort, deskSettings, type DeskSettings } from './settings';
