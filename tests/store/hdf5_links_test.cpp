// A file from elsewhere can name other files for its numbers. Reading those would show what nobody has given away.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>

#include "scree/error.hpp"
#include "scree/store/hdf5.hpp"
#include "support/temporary_folder.hpp"

namespace scree::output::h5 {
namespace {

constexpr hsize_t kN = 4;

void write_numbers(const std::string& path) {
  Writer writer(path);
  writer.array("numbers", std::vector<double>{1, 2, 3, 4});
  writer.commit(Durability::kRenamed);
}

class Elsewhere : public testing::Test {
 protected:
  Elsewhere() {
    write_numbers(folder_ / "other.h5");
    std::ofstream(folder_ / "other.bin", std::ios::binary).write("0123456789abcdef0123456789abcdef", 32);
    file_ = H5Fcreate((folder_ / "run.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  }
  // A dataset with a creation property of the kind that is tested.
  void make(hid_t plan) {
    const hid_t space = H5Screate_simple(1, &kN, nullptr);
    const hid_t set = H5Dcreate2(file_, "numbers", H5T_IEEE_F64LE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    ASSERT_GE(set, 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(plan);
  }
  void expect_refused() {
    H5Fclose(file_);
    EXPECT_EQ(Reader(folder_ / "other.h5").array<double>("numbers").size(), kN);
    Reader reader(folder_ / "run.h5");
    EXPECT_THROW(reader.array<double>("numbers"), InputError);
    EXPECT_THROW(reader.texts("numbers"), InputError);
  }
  test::TemporaryFolder folder_;
  hid_t file_ = -1;
};

TEST_F(Elsewhere, LinksToOtherFilesCountAsNothing) {
  H5Lcreate_external((folder_ / "other.h5").c_str(), "/numbers", file_, "numbers", H5P_DEFAULT, H5P_DEFAULT);
  H5Fflush(file_, H5F_SCOPE_GLOBAL);
  expect_refused();
  EXPECT_FALSE(Reader(folder_ / "run.h5").has("numbers"));
}

TEST_F(Elsewhere, NumbersThatLieInAnotherFileAreNotRead) {
  const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(plan, (folder_ / "other.bin").c_str(), 0, kN * sizeof(double));
  make(plan);
  expect_refused();
}

TEST_F(Elsewhere, NumbersPutTogetherFromOtherFilesAreNotRead) {
  const hid_t plan = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &kN, nullptr);
  H5Pset_virtual(plan, space, (folder_ / "other.h5").c_str(), "/numbers", space);
  H5Sclose(space);
  make(plan);
  expect_refused();
}

}  // namespace
}  // namespace scree::output::h5
