import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/tokens.css';
import '../src/base.css';
import './gallery.css';
import { Gallery } from './Gallery';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
