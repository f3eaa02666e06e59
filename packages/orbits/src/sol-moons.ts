import type { KeplerianElements } from './elements.ts'
import { atRest, eclipticElements } from './laplace-plane.ts'
import { kilometresPerAu } from './vector.ts'

/** Precession of the equinox along the ecliptic, degrees per Julian century. */
const precession = 1.396971

/**
 * Size and tilt as JPL publishes them for the Moon; mean longitude, perigee and node as the lunar theory of Chapront
 * has them, less the precession of the equinox, since the axes are those of J2000. The Sun's pull on the Moon, the
 * evection above all, is not in them: it comes to 2.4° at the most.
 */
export const moonElements: KeplerianElements = {
  a: 384_400 / kilometresPerAu,
  e: 0.0554,
  i: 5.16,
  l: 218.3164477,
  peri: 83.3532465,
  node: 125.0445479,
  rates: {
    ...atRest,
    l: 481267.88123421 - precession,
    peri: 4069.0137287 - precession,
    node: -1934.1362891 - precession,
  },
}

/**
 * JPL's planetary satellite mean elements (1997-01-16 for Jupiter's moons, J2000.0 for Titan), brought to J2000.0.
 * The periapses of Io and Europa run backwards with 2·n(Europa) − n(Io), as their resonance compels them to.
 */
export const laplaceMoons = {
  io: eclipticElements({
    ...fromJupiterEpoch({ longitude: 470.127, periapsis: 128.106, motion: 203.4889583, turning: -0.7395 }),
    semiMajorAxis: 421_800,
    eccentricity: 0.0041,
    poleRightAscension: 268.057,
    poleDeclination: 64.495,
  }),
  europa: eclipticElements({
    ...fromJupiterEpoch({ longitude: 479.092, periapsis: 308.076, motion: 101.3747242, turning: -0.7395 }),
    semiMajorAxis: 671_100,
    eccentricity: 0.0094,
    poleRightAscension: 268.084,
    poleDeclination: 64.506,
  }),
  ganymede: eclipticElements({
    ...fromJupiterEpoch({ longitude: 573.509, periapsis: 255.969, motion: 50.3176072, turning: 0.00808 }),
    semiMajorAxis: 1_070_400,
    eccentricity: 0.0013,
    poleRightAscension: 268.168,
    poleDeclination: 64.543,
  }),
  callisto: eclipticElements({
    ...fromJupiterEpoch({ longitude: 532.899, periapsis: 351.491, motion: 21.5710728, turning: 0.00188 }),
    semiMajorAxis: 1_882_700,
    eccentricity: 0.0074,
    poleRightAscension: 268.639,
    poleDeclination: 64.749,
  }),
  titan: eclipticElements({
    meanLongitude: 371.902,
    periapsis: 208.592,
    meanMotion: 22.5769768,
    periapsisMotion: 0.0014,
    semiMajorAxis: 1_221_870,
    eccentricity: 0.0288,
    poleRightAscension: 36.214,
    poleDeclination: 83.949,
  }),
}

interface AtJupiterEpoch {
  /** Node + argument of periapsis + mean anomaly. */
  readonly longitude: number
  /** Node + argument of periapsis. */
  readonly periapsis: number
  /** Degrees a day. */
  readonly motion: number
  readonly turning: number
}

/** 1997-01-16 0h to J2000.0. */
function fromJupiterEpoch({ longitude, periapsis, motion, turning }: AtJupiterEpoch) {
  const days = 2_451_545 - 2_450_464.5
  return {
    meanLongitude: longitude + motion * days,
    periapsis: periapsis + turning * days,
    meanMotion: motion,
    periapsisMotion: turning,
  }
}
