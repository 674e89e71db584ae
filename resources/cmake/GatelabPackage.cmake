# SPDX-License-Identifier: GPL-3.0-or-later
# cpack -G DEB: a package without LibTorch, which gatelab-engine fetches at the first start. resources/package/build sets up the build and calls it.
set(CPACK_PACKAGE_NAME gatelab)
set(CPACK_PACKAGE_VENDOR "The Gatelab authors")
set(CPACK_PACKAGE_CONTACT "The Gatelab authors <gatelab@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Workbench for recurrent networks on time series")
set(CPACK_PACKAGE_DESCRIPTION "Load a series, prepare it, train an RNN, GRU or LSTM on the processor or a GPU,
and watch loss, throughput and memory live, beside simple forecasts that a
network must beat. Compares settings by number, shows the inside of a network,
and teaches how an LSTM works.
.
LibTorch is not in the package: Gatelab asks before it fetches it (600 MB) from
the Python Package Index, or reads it out of an archive.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# By hand (resources/package/build): LibTorch's libraries, which ours name, are in no package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-wqy-microhei, openssh-client, bubblewrap")
set(CPACK_SOURCE_GENERATOR "")
include(CPack)
