# Target scree_pair_peers: Bullet (double precision) and FCL on our motions, for `scree bench pairs --peers`, which looks
# for it beside the program. In release builds, where the libraries are: libbullet-dev libfcl-dev libccd-dev libeigen3-dev.
find_path(PEER_BULLET_INCLUDE btBulletCollisionCommon.h PATH_SUFFIXES bullet)
find_path(PEER_FCL_INCLUDE fcl/fcl.h)
find_path(PEER_EIGEN_INCLUDE Eigen/Core PATH_SUFFIXES eigen3)
find_library(PEER_BULLET_COLLISION BulletCollision-float64)
find_library(PEER_BULLET_MATH LinearMath-float64)
find_library(PEER_FCL fcl)
find_library(PEER_CCD ccd)
if(PEER_BULLET_INCLUDE AND PEER_FCL_INCLUDE AND PEER_EIGEN_INCLUDE AND PEER_BULLET_COLLISION AND PEER_BULLET_MATH
   AND PEER_FCL AND PEER_CCD AND NOT SCREE_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release")
  # None of our options: with -march=native Eigen aligns otherwise than in the library it is linked with.
  add_executable(scree_pair_peers bench/pair_peers.cpp)
  target_compile_options(scree_pair_peers PRIVATE -O3 -DNDEBUG)
  target_compile_definitions(scree_pair_peers PRIVATE BT_USE_DOUBLE_PRECISION)
  target_include_directories(scree_pair_peers SYSTEM PRIVATE ${PEER_BULLET_INCLUDE} ${PEER_FCL_INCLUDE}
    ${PEER_EIGEN_INCLUDE})
  target_link_libraries(scree_pair_peers PRIVATE ${PEER_BULLET_COLLISION} ${PEER_BULLET_MATH} ${PEER_FCL} ${PEER_CCD})
  # ./run builds the program alone.
  add_dependencies(scree_app scree_pair_peers)
endif()
